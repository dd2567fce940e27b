/** Answers of the server, as the client reads them and {@code -o json} prints them. */
@NullMarked
package tender.cli.client.response;

import org.jspecify.annotations.NullMarked;
