/**
 * Content that its owner sends to the object store without the server. The server begins and
 * completes it, and neither reads nor verifies it, so it is never shared between owners. Knows
 * store.sql and objects.
 */
@NullMarked
package tender.server.store.uploads;

import org.jspecify.annotations.NullMarked;
