# scripts/install.mk - make install, uninstall, dist and deb
#
#   make install [PREFIX=/usr/local] [DESTDIR=…] [BINDIR=…] [MANDIR=…] …
#   make uninstall      takes away exactly what install put there, with the same variables
#   make dist           build/dist/plywood-VERSION.tar.gz, of the last commit; builds without git
#   make deb            build/dist/plywood_VERSION_amd64.deb, for any x86-64
#
# plywood goes to BINDIR. The other programs go to LIBEXECDIR: the agents' names are the courses',
# homework for example, and none of ours to take in everybody's PATH.

PREFIX     ?= /usr/local
BINDIR     ?= $(PREFIX)/bin
LIBEXECDIR ?= $(PREFIX)/libexec/plywood
MANDIR     ?= $(PREFIX)/share/man
DOCDIR     ?= $(PREFIX)/share/doc/plywood
BASHDIR    ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR     ?= $(PREFIX)/share/zsh/site-functions
FISHDIR    ?= $(PREFIX)/share/fish/vendor_completions.d
DIST       := build/dist

# Manual pages and completions are made by the program from its own help. Games add pages to MANUALS
# and files that belong beside their programs to LIBEXEC.
MADE := $(BUILD)/manual.made
all: $(MADE)
$(MADE): $(BUILD)/plywood $(MANUALS)
	@rm -rf $(BUILD)/manual $(BUILD)/completions
	@mkdir -p $(BUILD)/completions
	@$(BUILD)/plywood help --manual $(BUILD)/manual
	@$(BUILD)/plywood help --completion bash >$(BUILD)/completions/plywood
	@$(BUILD)/plywood help --completion zsh >$(BUILD)/completions/_plywood
	@$(BUILD)/plywood help --completion fish >$(BUILD)/completions/plywood.fish
	@for page in $(MANUALS); do cp $$page $(BUILD)/manual; done
	@touch $@

# What is installed where; those who only learn weights are for developers.
INSTALLED := $(filter-out %_train $(BUILD)/plywood,$(PROGRAMS))
INSTALL_ENVIRONMENT = DESTDIR='$(DESTDIR)' BINDIR='$(BINDIR)' LIBEXECDIR='$(LIBEXECDIR)' \
    MANDIR='$(MANDIR)' DOCDIR='$(DOCDIR)' BASHDIR='$(BASHDIR)' ZSHDIR='$(ZSHDIR)' FISHDIR='$(FISHDIR)' \
    BUILD='$(BUILD)' PROGRAMS='$(INSTALLED)' LIBEXEC='$(LIBEXEC)'

.PHONY: install uninstall dist deb
install: all
	@$(INSTALL_ENVIRONMENT) scripts/install install

uninstall:
	@$(INSTALL_ENVIRONMENT) scripts/install uninstall

dist:
	@mkdir -p $(DIST)
	@git archive --prefix=plywood-$(VERSION)/ \
	    --add-virtual-file="plywood-$(VERSION)/COMMIT:$$(git rev-parse --short=12 HEAD)" HEAD | \
	    gzip -9n >$(DIST)/plywood-$(VERSION).tar.gz.new
	@mv $(DIST)/plywood-$(VERSION).tar.gz.new $(DIST)/plywood-$(VERSION).tar.gz
	@echo $(DIST)/plywood-$(VERSION).tar.gz

# The package is the portable build: a package is for every machine of its architecture, and the
# level above is a matter of speed alone. Who wants that builds here, by make install.
deb:
	@$(MAKE) --no-print-directory -s PORTABLE=1 all
	@VERSION='$(VERSION)' BUILD=build/portable DIST=$(DIST) MAKE='$(MAKE)' scripts/deb
