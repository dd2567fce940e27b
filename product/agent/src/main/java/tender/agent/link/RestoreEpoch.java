package tender.agent.link;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tender.support.files.AtomicFile;

/**
 * The latest restore of the market's database with which the agent has reconciled its journal. It
 * is a file beside the agent's identity.
 */
record RestoreEpoch(Path folder) {
  private Path file() {
    return folder.resolve("epoch");
  }

  /** 0 if there was none. */
  long read() {
    try {
      return Files.exists(file()) ? Long.parseLong(Files.readString(file()).strip()) : 0;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file() + ".", e);
    } catch (NumberFormatException e) {
      throw new IllegalStateException(
          "The file " + file() + " is not a number. Delete it; the journal is then reported again.",
          e);
    }
  }

  void store(long epoch) {
    AtomicFile.replace(file(), Long.toString(epoch));
  }
}
