/**
 * Transfers between files and an object store by presigned URLs, which users' commands and agents
 * share. Knows nothing about what is transferred and who signs the URLs.
 */
@NullMarked
package tender.support.transfer;

import org.jspecify.annotations.NullMarked;
