/* version.h - which built-in agents these are
 *
 * A game of theirs can be played again only by the same ones. What they do changes with the search,
 * and whoever changes the search changes the bench's signature (tests/data/signature.txt), so that
 * is their version; tests/cli/signature.sh holds the two against each other.
 */
#ifndef AGENTS_VERSION_H
#define AGENTS_VERSION_H

#define AGENTS_VERSION "1263776"

#endif
