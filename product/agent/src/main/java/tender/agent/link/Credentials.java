package tender.agent.link;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.PublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import tender.core.model.ProviderId;
import tender.protocol.MalformedMessageException;
import tender.protocol.PemBundle;
import tender.protocol.ProviderSpiffeId;

/**
 * The agent's identity: its key, its certificate and the authority that it trusts, in one file that
 * only its user can read. A single file, so that a renewed key and certificate replace the old ones
 * atomically.
 */
record Credentials(PemBundle pem, ProviderId provider) {
  private static final String FILE = "identity.pem";

  static Path file(Path folder) {
    return folder.resolve(FILE);
  }

  static Credentials load(Path folder) {
    Path file = file(folder);
    try {
      return of(PemBundle.parse(Files.readString(file, StandardCharsets.US_ASCII)));
    } catch (NoSuchFileException e) {
      throw new IllegalStateException(
          "There is no " + file + ": this agent is not enrolled. Enrol it with a token.", e);
    } catch (IllegalArgumentException | MalformedMessageException e) {
      throw new IllegalStateException(
          "Cannot read " + file + ": " + e.getMessage() + " Enrol the agent again.", e);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }

  static Credentials of(PemBundle pem) throws MalformedMessageException {
    if (pem.authorities().isEmpty()) {
      throw new MalformedMessageException("There is no certificate of an authority.");
    }
    return new Credentials(pem, ProviderSpiffeId.read(pem.certificate()));
  }

  /** Writes atomically; the file is on disk when this returns. */
  void store(Path folder) {
    try {
      Files.createDirectories(folder);
      var owner = PosixFilePermissions.fromString("rw-------");
      Path file = file(folder);
      Path written =
          Files.createTempFile(folder, FILE, ".new", PosixFilePermissions.asFileAttribute(owner));
      try {
        try (FileChannel channel = FileChannel.open(written, Set.of(StandardOpenOption.WRITE))) {
          ByteBuffer content = ByteBuffer.wrap(pem.text().getBytes(StandardCharsets.US_ASCII));
          while (content.hasRemaining()) {
            channel.write(content);
          }
          channel.force(true);
        }
        Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(written);
      }
      try (FileChannel channel = FileChannel.open(folder)) {
        channel.force(true);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot store this agent's identity in " + folder, e);
    }
  }

  /** Of the market's authority. */
  PublicKey authorityKey() {
    return pem.authorities().getFirst().getPublicKey();
  }

  Instant expiry() {
    return pem.certificate().getNotAfter().toInstant();
  }

  /** After two thirds of the validity, so that a long outage of the market does no harm. */
  Instant renewalTime() {
    Instant from = pem.certificate().getNotBefore().toInstant();
    return from.plus(Duration.between(from, expiry()).multipliedBy(2).dividedBy(3));
  }
}
