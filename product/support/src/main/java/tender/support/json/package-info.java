/**
 * Names in JSON that stay the same when a Java class, record component or enum constant is renamed.
 * It knows Jackson and nothing of Tender.
 */
@NullMarked
package tender.support.json;

import org.jspecify.annotations.NullMarked;
