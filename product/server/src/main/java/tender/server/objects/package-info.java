/** A store of objects with the S3 interface. Knows nothing else of the server. */
@NullMarked
package tender.server.objects;

import org.jspecify.annotations.NullMarked;
