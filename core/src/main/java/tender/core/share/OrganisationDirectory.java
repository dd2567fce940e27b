package tender.core.share;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;

/**
 * The information services of all organisations of a market. A live user may belong to several
 * organisations, or to none: a provider is local to the user if the service of one of them lists
 * it.
 */
public final class OrganisationDirectory {
  /** Of a market without organisations, in which no provider is local or foreign. */
  public static final OrganisationDirectory NONE = new OrganisationDirectory(List.of());

  private final Map<ProviderId, ProviderMembership> members = new TreeMap<>();
  private final SortedMap<OrganisationId, InformationService<ProviderMembership>> services =
      new TreeMap<>();

  public OrganisationDirectory(Collection<ProviderMembership> providers) {
    for (ProviderMembership provider : providers) {
      members.put(provider.id(), provider);
      for (OrganisationId organisation : provider.organisations()) {
        services.computeIfAbsent(organisation, InformationService::new).register(provider);
      }
    }
  }

  /** The providers that share an organisation with a user. */
  public NavigableSet<ProviderId> local(List<OrganisationId> userOrganisations) {
    NavigableSet<ProviderId> local = new TreeSet<>();
    for (OrganisationId organisation : userOrganisations) {
      InformationService<ProviderMembership> service = services.get(organisation);
      if (service != null) {
        service.local().forEach(provider -> local.add(provider.id()));
      }
    }
    return local;
  }

  /**
   * Whether a provider belongs to organisations, and the user to none of them. No user is foreign
   * at a provider without organisations.
   */
  public boolean isForeign(ProviderId provider, List<OrganisationId> userOrganisations) {
    ProviderMembership membership = members.get(provider);
    return membership != null
        && !membership.organisations().isEmpty()
        && userOrganisations.stream().noneMatch(membership::isPartOf);
  }
}
