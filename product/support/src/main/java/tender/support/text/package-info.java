/** Turns exceptions into messages for users. Knows the JDK only. */
@NullMarked
package tender.support.text;

import org.jspecify.annotations.NullMarked;
