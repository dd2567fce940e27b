/** Users, providers, accounts and the audit log, as operators manage them. */
@NullMarked
package tender.server.operator;

import org.jspecify.annotations.NullMarked;
