/** What server and agents say to each other, on the wire. */
@NullMarked
package tender.protocol;

import org.jspecify.annotations.NullMarked;
