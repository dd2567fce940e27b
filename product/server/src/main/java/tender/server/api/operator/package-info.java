/** What operators and auditors can do, as interfaces, and the values that they get in answer. */
@NullMarked
package tender.server.api.operator;

import org.jspecify.annotations.NullMarked;
