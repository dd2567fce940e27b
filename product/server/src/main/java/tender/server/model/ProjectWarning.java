package tender.server.model;

import tender.core.model.Money;

/**
 * That much of a project's budget is held or spent. It is recorded once for each amount of the
 * budget.
 *
 * @param percent how much of the budget
 */
public record ProjectWarning(
    ProjectId project, int percent, Money budget, Money balance, long atMillis) {}
