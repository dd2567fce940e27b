/** Routes for operators and auditors. */
@NullMarked
package tender.server.rest.operator;

import org.jspecify.annotations.NullMarked;
