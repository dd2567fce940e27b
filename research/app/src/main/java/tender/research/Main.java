package tender.research;

/** The {@code tender-research} program. */
public final class Main {
  private Main() {}

  /** Runs the command that {@code args} name and exits with its code. */
  public static void main(String[] args) {
    System.exit(ResearchCommand.commandLine().execute(args));
  }
}
