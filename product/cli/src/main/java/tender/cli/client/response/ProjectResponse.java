package tender.cli.client.response;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A project with what its user may see, as the server returns it and {@code -o json} prints it.
 *
 * @param own the user's share; null for an operator or auditor who is not a member
 * @param members all members for a manager, an operator or an auditor, else only the user
 */
public record ProjectResponse(
    Project project,
    @Nullable Member own,
    List<Member> members,
    boolean mayManage,
    List<Warning> warnings) {

  /**
   * A project.
   *
   * @param budget what was deposited
   * @param available what is neither held nor spent
   */
  public record Project(
      String id,
      String title,
      Instant starts,
      @Nullable Instant ends,
      boolean showsBags,
      List<String> groups,
      Quotas quotas,
      String budget,
      String available,
      String held,
      @Nullable String role) {}

  /** Quotas; null where those of the market hold. */
  public record Quotas(
      @Nullable Integer openBags, @Nullable Long openTasks, @Nullable Long storedBytes) {}

  /** A member, or a former one who has spent something. */
  public record Member(
      String user,
      String role,
      boolean isMember,
      boolean invited,
      @Nullable String limit,
      String spent) {}

  /** That much of the budget was held or spent. */
  public record Warning(Instant at, int percent, String budget, String available) {}

  /** All projects of a user. */
  public record Listing(List<Project> projects) {}

  /** What a project paid a provider for the bags of a member on a day. */
  public record Usage(String day, String user, String provider, String charged, String penalties) {}

  /** The usage of a project. */
  public record UsageListing(List<Usage> usage) {}

  /** A bag of a project. */
  public record Bag(String id, String user, String name, Instant submitted) {}

  /** The bags of a project. */
  public record BagListing(List<Bag> bags) {}
}
