package tender.agent.owner;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import tender.codec.StoredJson;
import tender.support.files.AtomicFile;

/**
 * Address and token of the owner page, in a file that only the agent's user can read: other users
 * of the machine can reach its loopback too.
 *
 * @param address without a path
 */
public record OwnerPageAccess(URI address, String token) {
  private static final String FILE = "owner-page.json";
  private static final int TOKEN_BYTES = 24;

  private record StoredAccess(String address, String token) {}

  /** Reads the access of an agent that was started with this state folder. */
  public static OwnerPageAccess read(Path state) throws IOException {
    Path file = state.resolve(FILE);
    try {
      StoredAccess stored = StoredJson.read(StoredAccess.class, Files.readString(file));
      return new OwnerPageAccess(URI.create(stored.address), stored.token);
    } catch (NoSuchFileException e) {
      throw new IllegalStateException(
          "There is no "
              + file
              + ": no agent has been started with these settings. Start it with: tender agent run",
          e);
    }
  }

  /**
   * A link with the token in the fragment, which browsers do not send; the page removes it
   * immediately.
   */
  public String link() {
    return address + "/#token=" + token;
  }

  /** Keeps the token of an earlier run, so that an open page stays valid. */
  static String token(Path state) throws IOException {
    if (Files.exists(state.resolve(FILE))) {
      return read(state).token;
    }
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  void store(Path state) {
    AtomicFile.replace(
        state.resolve(FILE),
        StoredJson.write(StoredAccess.class, new StoredAccess(address.toString(), token)));
  }
}
