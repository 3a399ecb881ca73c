# src/serve/build.mk - the playground's pages are built into the program
#
# The scripts become two files, first.js (what the first page needs) and more.js, and one for each
# game that has a page.js. The games' styles and pictures are joined.
SCRIPTS  := $(sort $(wildcard src/serve/pages/*.js))
BUNDLES  := $(BUILD)/serve/first.js $(BUILD)/serve/more.js
MODULES  := $(patsubst src/games/%/page.js,$(BUILD)/serve/game-%.js,$(sort $(wildcard src/games/*/page.js)))
STYLES   := src/serve/pages/style.css $(sort $(wildcard src/games/*/page.css))
PICTURES := $(sort $(wildcard src/games/*/pictures/kind*.svg)) $(sort $(wildcard src/games/*/pictures/icon.svg))
PAGES    := $(filter-out $(SCRIPTS) $(STYLES),$(sort $(wildcard src/serve/pages/*.*))) \
            $(BUILD)/serve/style.css $(BUILD)/serve/pictures.svg $(BUNDLES) $(MODULES) \
            $(BUILD)/serve/report.js
$(BUNDLES): $(BUILD)/serve/%.js: src/serve/bundle $(SCRIPTS)
	@mkdir -p $(@D)
	@src/serve/bundle src/serve/pages/app.js $* >$@.new
	@mv $@.new $@

# The script of a published report is one of its own.
$(BUILD)/serve/report.js: src/serve/bundle $(SCRIPTS)
	@mkdir -p $(@D)
	@src/serve/bundle src/serve/pages/report.js first >$@.new
	@mv $@.new $@

$(MODULES): $(BUILD)/serve/game-%.js: src/games/%/page.js src/serve/bundle $(SCRIPTS)
	@mkdir -p $(@D)
	@src/serve/bundle src/serve/pages/app.js game $* $< >$@.new
	@mv $@.new $@

$(BUILD)/serve/style.css: always
	@mkdir -p $(@D)
	@{ src/serve/tight $(STYLES) && src/serve/pictures css $(PICTURES); } >$@.new
	@new=$@.new old=$@; $(KEEP)

$(BUILD)/serve/pictures.svg: always
	@mkdir -p $(@D)
	@src/serve/pictures svg $(PICTURES) >$@.new
	@new=$@.new old=$@; $(KEEP)

$(BUILD)/serve/pages_data.c: always $(PAGES)
	@mkdir -p $(@D)
	@src/serve/embed $(PAGES) >$@.new
	@new=$@.new old=$@; $(KEEP)

$(BUILD)/serve/pages_data.o: $(BUILD)/serve/pages_data.c $(PAGES)
	$(SAY) CC $<
	$(HUSH)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@
