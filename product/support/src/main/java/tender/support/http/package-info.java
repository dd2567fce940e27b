/**
 * The HTTP listener of the server and the agent: routes with bounded requests, problem responses
 * (RFC 9457), bearer tokens and the dashboard's files. Knows nothing about what is served.
 */
@NullMarked
package tender.support.http;

import org.jspecify.annotations.NullMarked;
