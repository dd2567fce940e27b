/** The replacement of the market's certificate authority while agents stay connected. */
@NullMarked
package tender.server.authority;

import org.jspecify.annotations.NullMarked;
