package tender.server.store.content;

import java.net.URI;
import java.time.Duration;

/**
 * Where content is read without the server.
 *
 * @param url for GET, also of ranges
 * @param validity how long a request can begin; it is a secret until then
 */
public record DirectSource(URI url, Duration validity, long bytes) {}
