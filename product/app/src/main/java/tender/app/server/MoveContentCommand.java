package tender.app.server;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tender.cli.output.MemoryFormat;
import tender.cli.output.OutputOption;
import tender.cli.output.TransferProgress;
import tender.core.store.Store;
import tender.server.MarketAdministration;
import tender.server.store.content.ContentMover;
import tender.support.input.Printable;
import tender.support.transfer.TransferListener;

/** Moves content between PostgreSQL and the object store. */
@Command(
    name = "move-content",
    sortOptions = false,
    description = {
      "Moves input files and results between PostgreSQL and the object store, while servers run.%n",
      "The digest of each copy is verified before it is used; servers delete the former copy half an"
          + " hour later. After any interruption, run the same command again."
    })
final class MoveContentCommand extends OperatorCommand {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Where content moves. */
  enum Destination {
    OBJECT_STORE(ContentMover.Target.OBJECT_STORE, "the object store", "PostgreSQL"),
    POSTGRESQL(ContentMover.Target.POSTGRESQL, "PostgreSQL", "the object store");

    private final ContentMover.Target target;
    private final String place;
    private final String source;

    Destination(ContentMover.Target target, String place, String source) {
      this.target = target;
      this.place = place;
      this.source = source;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * The output.
   *
   * @param moved how many contents were moved
   * @param remaining how many should be moved and were not
   * @param unused how many former copies and incomplete uploads servers will delete
   */
  record Move(
      String to,
      long moved,
      long movedBytes,
      double seconds,
      long bytesPerSecond,
      long failed,
      List<String> failures,
      long remaining,
      long unused) {}

  @Option(
      names = "--to",
      required = true,
      paramLabel = "object-store|postgresql",
      description = "Where all content will be. Servers must already store new content there.")
  private Destination to = Destination.OBJECT_STORE;

  @Mixin private OutputOption output;

  private @Nullable TransferProgress progress;

  @Override
  public Integer call() throws IOException {
    long beganNanos = System.nanoTime();
    ContentMover.Report report;
    try {
      report = MarketAdministration.moveContent(config(), to.target, this::showProgress);
    } catch (Store.Unavailable e) {
      return report(false, "", e.getMessage() + "\nRun the same command again to continue.");
    } catch (IllegalStateException e) {
      return report(false, "", String.valueOf(e.getMessage()));
    } finally {
      Optional.ofNullable(progress).ifPresent(TransferProgress::close);
    }
    double seconds = (System.nanoTime() - beganNanos) / NANOS_PER_SECOND;
    print(
        new Move(
            to.toString(),
            report.contents(),
            report.bytes(),
            seconds,
            (long) (report.bytes() / seconds),
            report.failed(),
            report.failures(),
            report.remaining(),
            report.unused()));
    return report.failed() == 0 ? 0 : 1;
  }

  private TransferListener showProgress(long bytes) {
    TransferProgress shown =
        TransferProgress.on(spec.commandLine(), "content to " + to.place, bytes);
    progress = shown;
    return shown;
  }

  private void print(Move move) {
    output.print(
        () -> move,
        page -> {
          page.line(
              move.moved() == 0
                  ? "There was nothing to move."
                  : String.format(
                      Locale.ROOT,
                      "Moved %,d contents with %s to %s in %.0f s (%s/s).",
                      move.moved(),
                      MemoryFormat.bytes(move.movedBytes()),
                      to.place,
                      move.seconds(),
                      MemoryFormat.bytes(move.bytesPerSecond())));
          move.failures().forEach(failure -> page.line(Printable.of(failure)));
          if (move.failed() > move.failures().size()) {
            page.line("%d more were not moved.".formatted(move.failed() - move.failures().size()));
          }
          page.line(
              move.remaining() == 0
                  ? "Everything that is complete is in %s.".formatted(to.place)
                  : "%d contents remain in %s.%s"
                      .formatted(
                          move.remaining(),
                          to.source,
                          move.failed() > 0 ? "" : " Run the same command again."));
          if (move.unused() > 0) {
            page.line(
                "Servers will delete %d former copies and incomplete uploads in %s; former copies within 31 minutes, incomplete uploads within a day."
                    .formatted(move.unused(), to.source));
          }
        });
  }
}
