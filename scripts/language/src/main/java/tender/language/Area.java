package tender.language;

/** Kinds of prose that are counted apart. */
enum Area {
  JAVA_COMMENTS("Java comments"),
  DOCS("documentation"),
  UI_STRINGS("dashboard texts"),
  MESSAGES("messages in Java"),
  HELP("help texts, OpenAPI and examples"),
  SCRIPTS("scripts, SQL and protobuf"),
  TEST_NAMES("names of tests");

  private final String title;

  Area(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }
}
