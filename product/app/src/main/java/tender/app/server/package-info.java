/** Commands for the operator of a market. They know the server module. */
@NullMarked
package tender.app.server;

import org.jspecify.annotations.NullMarked;
