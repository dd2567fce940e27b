package tender.server.model;

import tender.core.model.BagId;

/** A bag of a project, and the member who submitted it. */
public record ProjectBag(BagId bag, UserId user, String name, long createdMillis) {}
