package tender.core.share;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tender.core.model.ProviderId;

/**
 * Knows the resources of one virtual organisation (section 3.1 of the paper). A resource registers
 * with the service of each organisation that it is part of. For those of others a service asks the
 * other services.
 */
public final class InformationService {
  private final OrganisationId organisation;
  private final SortedMap<ProviderId, SharedResource> registered = new TreeMap<>();
  private final List<InformationService> others = new ArrayList<>();

  public InformationService(OrganisationId organisation) {
    this.organisation = organisation;
  }

  /** Two services that from now on ask each other. */
  public void connect(InformationService other) {
    others.add(other);
    other.others.add(this);
  }

  /** A resource that has changed registers again. */
  public void register(SharedResource resource) {
    if (!resource.isPartOf(organisation)) {
      throw new IllegalArgumentException(
          resource.id() + " is part of " + resource.organisations() + ", not of " + organisation);
    }
    registered.put(resource.id(), resource);
  }

  public void withdraw(ProviderId resource) {
    registered.remove(resource);
  }

  /** Those of this organisation, by their names. */
  public List<SharedResource> local() {
    return List.copyOf(registered.values());
  }

  /** Those of others that are not also of this one, each once, by their names. */
  public List<SharedResource> global() {
    SortedMap<ProviderId, SharedResource> global = new TreeMap<>();
    for (InformationService other : others) {
      global.putAll(other.registered);
    }
    global.keySet().removeAll(registered.keySet());
    return List.copyOf(global.values());
  }
}
