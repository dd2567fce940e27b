package tender.core.share;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;

/**
 * The directory of the resources of one virtual organisation (section 3.1 of the paper). A resource
 * registers with the service of each organisation that it belongs to. For resources of other
 * organisations a service asks the other services.
 *
 * @param <R> what is known of a resource
 */
public final class InformationService<R extends OrganisationMember> {
  private final OrganisationId organisation;
  private final SortedMap<ProviderId, R> registered = new TreeMap<>();
  private final List<InformationService<R>> others = new ArrayList<>();

  public InformationService(OrganisationId organisation) {
    this.organisation = organisation;
  }

  /** Connects two services, which ask each other from now on. */
  public void connect(InformationService<R> other) {
    others.add(other);
    other.others.add(this);
  }

  /** Registers a resource, or updates it if it has changed. */
  public void register(R resource) {
    if (!resource.isPartOf(organisation)) {
      throw new IllegalArgumentException(
          resource.id() + " belongs to " + resource.organisations() + ", not to " + organisation);
    }
    registered.put(resource.id(), resource);
  }

  public void withdraw(ProviderId resource) {
    registered.remove(resource);
  }

  /** The resources of this organisation, by id. */
  public List<R> local() {
    return List.copyOf(registered.values());
  }

  /** The resources of other organisations only, without duplicates, by id. */
  public List<R> global() {
    SortedMap<ProviderId, R> global = new TreeMap<>();
    for (InformationService<R> other : others) {
      global.putAll(other.registered);
    }
    global.keySet().removeAll(registered.keySet());
    return List.copyOf(global.values());
  }
}
