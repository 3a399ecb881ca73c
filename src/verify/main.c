/* proofcheck FILE - checks a proof, with this folder, the plain rules of the games, and no more */
#include <unistd.h>

#include "verify/verify.h"

int main(int argc, char **argv)
{
    static struct verification v;
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file) {
        fprintf(stderr, argc == 2 ? "proofcheck: there is no such file\n"
                                  : "usage: proofcheck FILE\nExit status 0: proven; 1: not.\n");
        return 2;
    }
    enum verdict verdict = verify_proof(file, isatty(2) ? stderr : NULL, &v);
    if (verdict == VERIFY_PROVEN)
        verify_print(&v, stdout);
    else
        fprintf(stderr, "proofcheck: not proven: %s\n", v.why);
    return verdict == VERIFY_PROVEN ? 0 : verdict == VERIFY_REJECTED ? 1 : 70;
}
