package tender.protocol;

import java.net.URI;
import java.net.URISyntaxException;
import tender.protocol.v1.Wire;

/**
 * Where an agent reads a file without the server.
 *
 * @param url to which the agent sends GET, for some minutes
 * @param bytes the size of the file
 */
public record BlobLocation(URI url, long bytes) {
  private static final int MAX_URL_LENGTH = 8_192;

  public BlobLocation {
    String scheme = String.valueOf(url.getScheme());
    if (url.getHost() == null || !(scheme.equals("http") || scheme.equals("https"))) {
      throw new IllegalArgumentException("A location must be an absolute URL of HTTP.");
    }
    if (bytes < 0 || bytes > ProtocolLimits.MAX_BLOB_BYTES) {
      throw new IllegalArgumentException(
          "A file has %d bytes; the maximum is %d."
              .formatted(bytes, ProtocolLimits.MAX_BLOB_BYTES));
    }
  }

  /** Reads an untrusted message. */
  public static BlobLocation of(Wire.BlobLocation wire) throws MalformedMessageException {
    if (wire.getUrl().length() > MAX_URL_LENGTH) {
      throw new MalformedMessageException("A location has a URL that is too long.");
    }
    try {
      return new BlobLocation(new URI(wire.getUrl()), wire.getBytes());
    } catch (URISyntaxException | IllegalArgumentException e) {
      throw new MalformedMessageException("A location is invalid: " + e.getMessage());
    }
  }

  public Wire.BlobLocation toWire() {
    return Wire.BlobLocation.newBuilder().setUrl(url.toString()).setBytes(bytes).build();
  }
}
