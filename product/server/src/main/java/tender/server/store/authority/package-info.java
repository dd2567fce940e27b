/** The market's certificate authorities, and the replacement of one by the next. */
@NullMarked
package tender.server.store.authority;

import org.jspecify.annotations.NullMarked;
