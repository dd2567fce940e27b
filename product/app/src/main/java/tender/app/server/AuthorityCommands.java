package tender.app.server;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tender.cli.output.OutputOption;
import tender.cli.output.Table;
import tender.cli.output.TextPage;
import tender.cli.output.TimeFormat;
import tender.server.AuthorityAdministration;
import tender.server.store.authority.RotationProgress;
import tender.support.input.Printable;

/** The operator's commands for the market's certificate authority. */
final class AuthorityCommands {
  private AuthorityCommands() {}

  /** Shows the authority. */
  @Command(
      name = "authority",
      sortOptions = false,
      description =
          "Shows the market's certificate authority, and which agents have moved to the next one.")
  static final class Authority extends OperatorCommand {
    @Mixin private OutputOption output;

    /** A provider in JSON. */
    record Waiting(String provider, boolean connected, Instant certificateExpires) {}

    /** A rotation in JSON. */
    record Rotation(
        String next,
        Instant started,
        Optional<Instant> moving,
        int servers,
        int readyServers,
        int moved,
        List<Waiting> waiting,
        int openTokens) {
      static Rotation of(RotationProgress progress) {
        return new Rotation(
            progress.nextFingerprint(),
            Instant.ofEpochMilli(progress.startedMillis()),
            progress.movingMillis().isPresent()
                ? Optional.of(Instant.ofEpochMilli(progress.movingMillis().getAsLong()))
                : Optional.empty(),
            progress.servers(),
            progress.readyServers(),
            progress.moved(),
            progress.waiting().stream()
                .map(
                    one ->
                        new Waiting(
                            one.provider().value(),
                            one.connected(),
                            Instant.ofEpochMilli(one.expiresMillis())))
                .toList(),
            progress.openTokens());
      }
    }

    /** The output. */
    record State(String fingerprint, Instant expires, Optional<Rotation> rotation) {}

    @Override
    public Integer call() throws IOException {
      AuthorityAdministration.State state = AuthorityAdministration.state(config());
      var shown =
          new State(
              state.fingerprint().hex(),
              state.certificate().getNotAfter().toInstant(),
              state.rotation().map(Rotation::of));
      output.print(() -> shown, page -> print(shown, page));
      return 0;
    }

    private static void print(State state, TextPage page) {
      page.line("Authority: " + state.fingerprint());
      page.line("It expires on " + TimeFormat.local(state.expires()) + ".");
      state.rotation().ifPresent(rotation -> print(rotation, page));
    }

    private static void print(Rotation rotation, TextPage page) {
      page.line("Next authority: " + rotation.next());
      page.line(
          "Servers that accept it: %d of %d."
              .formatted(rotation.readyServers(), rotation.servers()));
      if (rotation.moving().isEmpty()) {
        page.line(
            "Agents move when all servers accept it. A server of an earlier version, or one that cannot read its key, never does; its log says why.");
        return;
      }
      page.line(
          "Agents that have moved: %d of %d."
              .formatted(rotation.moved(), rotation.moved() + rotation.waiting().size()));
      if (rotation.openTokens() > 0) {
        page.line(
            "Unused enrolment tokens of the current authority: %d."
                .formatted(rotation.openTokens()));
      }
      if (!rotation.waiting().isEmpty()) {
        page.table(
            new Table<Waiting>()
                .text("PROVIDER", one -> Printable.of(one.provider()))
                .text("STATE", one -> one.connected() ? "connected" : "offline")
                .text("CERTIFICATE EXPIRES", one -> TimeFormat.local(one.certificateExpires())),
            rotation.waiting());
      }
      page.line(
          "The next authority takes the place of the current one when no valid certificate and no token of the current one is left.");
    }
  }

  /** Replaces the authority. */
  @Command(
      name = "rotate-authority",
      sortOptions = false,
      description =
          "Replaces the market's certificate authority by a new one while agents stay connected.")
  static final class RotateAuthority extends OperatorCommand {
    @Option(
        names = "--finish",
        description =
            "End the rotation now, for example because the key of the current authority was stolen. Agents that have not moved must be enrolled again.")
    private boolean finish;

    @Override
    public Integer call() throws IOException {
      if (!finish) {
        return report(
            AuthorityAdministration.rotate(config()),
            "Rotation begun. Servers and agents proceed without further commands; tender server authority shows how far they are.",
            "The authority is being replaced already. tender server authority shows how far it is.");
      }
      AuthorityAdministration.Finish result = AuthorityAdministration.finish(config());
      return report(
          result == AuthorityAdministration.Finish.DONE,
          "The authority was replaced. Servers refuse certificates of the former one within 10 seconds. Its unused enrolment tokens are deleted: run tender operator add-provider again.",
          result == AuthorityAdministration.Finish.NO_ROTATION
              ? "No authority is being replaced. Begin with: tender server rotate-authority FILE"
              : "Not all running servers use the next authority yet. tender server authority shows how many do.");
    }
  }
}
