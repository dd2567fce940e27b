/**
 * What users may ask of the server, as interfaces that the REST layer calls and the bag services
 * implement. Knows model and api.view only.
 */
@NullMarked
package tender.server.api;

import org.jspecify.annotations.NullMarked;
