/**
 * HTTP as the server and the agents speak it: routes on a listener that bounds everything, problems
 * that say what to do next, and pages for browsers. It knows nothing of what is served.
 */
@NullMarked
package tender.web;

import org.jspecify.annotations.NullMarked;
