/**
 * Containers of tasks: fetches and unpacks images once per site, and decides whether and how this
 * provider can run them. It knows the folders of parts, but not how parts are executed.
 */
@NullMarked
package tender.agent.container;

import org.jspecify.annotations.NullMarked;
