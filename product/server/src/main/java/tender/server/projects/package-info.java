/**
 * Projects: who may see and change them. Knows model, api, store and bags, whose errors it maps.
 */
@NullMarked
package tender.server.projects;

import org.jspecify.annotations.NullMarked;
