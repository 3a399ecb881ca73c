/* proofcheck FILE - checks a proof, with this folder, the plain rules of the games, and nothing
 * else */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "verify/verify.h"

int main(int argc, char **argv)
{
    if (argc != 2 || argv[1][0] == '-') {
        fprintf(stderr, "usage: proofcheck FILE\n\nChecks a proof that plywood prove has written. "
                        "Exit status 0: proven; 1: not.\n");
        return 2;
    }
    static struct verification v;
    enum verdict verdict = verify_file(argv[1], isatty(2) ? stderr : NULL, &v);
    if (verdict == VERIFY_PROVEN) {
        verify_print(&v, stdout);
        return 0;
    }
    fprintf(stderr, "proofcheck: %s\n", v.why);
    return verdict == VERIFY_REJECTED ? 1 : verdict == VERIFY_UNREADABLE ? 2 : 70;
}
