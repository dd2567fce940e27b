/**
 * Notifies users of what happens to their bags, by signed webhooks and by e-mail. Addresses that
 * users name are untrusted: this package decides what the server connects to on their behalf.
 */
@NullMarked
package tender.server.notifications;

import org.jspecify.annotations.NullMarked;
