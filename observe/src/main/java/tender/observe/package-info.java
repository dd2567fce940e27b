/** What server and agents show of themselves to those who operate them. */
@NullMarked
package tender.observe;

import org.jspecify.annotations.NullMarked;
