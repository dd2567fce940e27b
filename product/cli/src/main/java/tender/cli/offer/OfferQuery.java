package tender.cli.offer;

import tender.core.model.Bag;
import tender.core.model.ProviderId;
import tender.core.plan.Snapshot;

/** The question: what would this provider, in this state, offer for this bag? */
record OfferQuery(ProviderId provider, Snapshot snapshot, Bag bag) {}
