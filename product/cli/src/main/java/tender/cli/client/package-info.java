/**
 * The client of the server's REST interface: connection settings, HTTP transport with retries, one
 * method for each request, and the responses as records. It knows the interface and nothing else of
 * the server.
 */
@NullMarked
package tender.cli.client;

import org.jspecify.annotations.NullMarked;
