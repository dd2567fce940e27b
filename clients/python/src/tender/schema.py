"""What the server sends and reads, as types. Generated from openapi.yaml by clients/python/generate-schema; do not edit."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

ProjectId = str


class ProjectQuotas(TypedDict, total=False):
    """What all members together may use at the same time; null where the market's quotas hold."""

    openBags: Optional[int]
    openTasks: Optional[int]
    #: Of the inputs and results of its bags.
    storedBytes: Optional[int]

Instant = str


class _ProjectSettingsRequired(TypedDict):
    title: str


class ProjectSettings(_ProjectSettingsRequired, total=False):
    #: No bag is accepted before; now, if it is left out.
    starts: Optional[Instant]
    #: No bag is accepted from then on; null for a project without end.
    ends: Optional[Instant]
    #: Whether members may see the bags of other members.
    showsBags: bool
    #: Groups of the identity provider whose people are members.
    groups: Optional[List[str]]
    quotas: Optional[ProjectQuotas]


class _NewProjectRequired(TypedDict):
    id: ProjectId
    settings: ProjectSettings


class NewProject(_NewProjectRequired, total=False):
    #: The user who invites the members.
    manager: Optional[str]

Money = str


class Project(TypedDict):
    id: ProjectId
    title: str
    starts: Instant
    ends: Optional[Instant]
    showsBags: bool
    groups: List[str]
    quotas: ProjectQuotas
    #: What was deposited, less what was withdrawn.
    budget: Money
    #: What is neither held nor spent.
    available: Money
    #: What is held for bags that run.
    held: Money
    #: Your role; null for an operator or auditor who is not a member.
    role: Optional[Literal["member", "manager"]]


class Projects(TypedDict):
    projects: List[Project]


class ProjectMember(TypedDict):
    user: str
    role: Literal["member", "manager"]
    #: False of a former member who has spent something.
    isMember: bool
    #: False of a member only through a group of the identity provider.
    invited: bool
    #: The most that the member may spend; null if without limit.
    limit: Optional[Money]
    #: What is held for the member's bags, and was charged for them.
    spent: Money


class ProjectDetailWarningsItem(TypedDict):
    at: Instant
    #: How much of the budget was held or spent.
    percent: Literal[80, 100]
    budget: Money
    available: Money


class ProjectDetail(TypedDict):
    project: Project
    #: Your share; null for an operator or auditor who is not a member.
    own: Optional[ProjectMember]
    #: All members for managers, operators and auditors, else only you.
    members: List[ProjectMember]
    #: Whether you may add and remove members and set their limits.
    mayManage: bool
    #: Newest first. Each is recorded once for each amount of the budget.
    warnings: List[ProjectDetailWarningsItem]


class ProjectUsageUsageItem(TypedDict):
    day: str
    user: str
    provider: str
    charged: Money
    #: What the provider paid back to the budget.
    penalties: Money


class ProjectUsage(TypedDict):
    usage: List[ProjectUsageUsageItem]


class ProjectBagsBagsItem(TypedDict):
    id: str
    user: str
    name: str
    submitted: Instant


class ProjectBags(TypedDict):
    bags: List[ProjectBagsBagsItem]

Digest = str

TaskRanges = str

Factor = str


class Health(TypedDict):
    status: Literal["ok"]


class Requirements(TypedDict, total=False):
    #: When the bag should be done; as early as possible, if it is left out.
    deadline: Optional[Instant]
    #: The maximum price; any price, if it is left out.
    budget: Optional[Money]
    #: true always makes a quote and waits until you accept it. Otherwise a composition that meets deadline and
    #: budget is promised immediately, and only other compositions are quoted.
    quoteFirst: bool
    #: With a budget: cost (the default) is the least cost that meets the deadline or, if that exceeds the
    #: budget, the earliest end within the budget; time is the earliest end within the budget.
    optimise: Optional[Literal["cost", "time"]]
    #: The project whose shared budget pays for the bag. If it is left out, the one of the first bag pays, if it
    #: had one.
    project: Optional[ProjectId]


class BagFileFilesItem(TypedDict):
    #: The path in the bag file, or only its last name.
    path: str
    digest: Digest
    bytes: int
    #: The number of its lines; relevant for each_line.
    lines: int


class _BagFileRequired(TypedDict):
    #: The text of the file in YAML.
    text: str


class BagFile(_BagFileRequired, total=False):
    #: The zone of a deadline without an offset, such as Europe/Berlin; UTC if it is left out.
    timeZone: Optional[str]
    #: The files that inputs and each_line may name.
    files: Optional[List[BagFileFilesItem]]


class WorkOrderTaskListCount(TypedDict):
    kind: Literal["count"]
    tasks: int


class WorkOrderTaskListSweepParametersItem(TypedDict):
    name: str
    values: List[str]


class WorkOrderTaskListSweep(TypedDict):
    """A task for each combination of values; the last parameter varies fastest."""

    kind: Literal["sweep"]
    parameters: List[WorkOrderTaskListSweepParametersItem]


class WorkOrderTaskListZipParametersItem(TypedDict):
    name: str
    values: List[str]


class WorkOrderTaskListZip(TypedDict):
    """A task for each position in the lists of values, which are equally long."""

    kind: Literal["zip"]
    parameters: List[WorkOrderTaskListZipParametersItem]


class WorkOrderTaskListLines(TypedDict):
    """A task for each line of a file."""

    kind: Literal["lines"]
    file: Digest
    tasks: int


class WorkOrderInputsItem(TypedDict):
    #: Relative to the working directory of a task, with / as separator.
    path: str
    digest: Digest
    bytes: int
    executable: bool


class Container(TypedDict, total=False):
    """The image in which the tasks run; exactly one of the two."""

    #: An image of a registry by its digest, as HOST/NAME@sha256:DIGEST.
    image: str
    #: The path of the input that is an OCI archive.
    archive: str


class _TaskOptionsRequired(TypedDict):
    #: Shell lines that run before the command of every task.
    setup: List[str]
    #: Variables that are set for every task.
    environment: Dict[str, str]
    #: Whether a task whose outputs are missing has failed.
    outputsRequired: bool
    #: The bag is stopped if this many tasks have failed and none has succeeded; 0 means never.
    stopAfterFailures: int


class TaskOptions(_TaskOptionsRequired, total=False):
    """How tasks run, and when the bag is stopped."""

    #: The shell of setup and command. bash is a login shell. The default is sh.
    shell: Optional[Literal["sh", "bash"]]
    container: Optional[Container]


class TaskResources(TypedDict):
    """What each task requests from its node besides processors."""

    #: The memory of the first attempt, and of each attempt after the memory was exceeded, ascending; empty for
    #: what the cluster gives.
    memoryMib: List[int]
    gpus: int
    #: Empty for any type.
    gpuType: str
    scratchMib: int
    #: Names that the clusters give to properties of their nodes; the node must have all of them.
    features: List[str]
    #: Whether no other task may run on the node.
    exclusive: bool


class InputPack(TypedDict):
    """A pack of input files of at most 64 KiB, whose paths are in the pack only: tender-input-pack-1 and a line
    feed, then for each file the length of its path in two bytes, its path relative to the working directory of a
    task in UTF-8, a byte that is 1 if it is executable and else 0, its size in four bytes, and its content. Numbers
    begin with the highest byte."""

    digest: Digest
    #: The size of the pack.
    bytes: int
    #: How many files are in it.
    files: int
    #: The folders, directly in the working directory of a task, that contain the files.
    names: List[str]


class _ResultOptionsRequired(TypedDict):
    #: Expected size of the outputs of one task, by which providers plan their delivery; 0 if unknown.
    expectedBytes: int


class ResultOptions(_ResultOptionsRequired, total=False):
    """What the user says about the results of tasks, beside the patterns of their outputs."""

    #: Outputs stay at the provider, in a folder that its owner names: site:NAME or site:NAME/PATH. A list with
    #: their sizes and digests comes back.
    site: Optional[str]


class _WorkOrderRequired(TypedDict):
    version: Literal[1]
    #: A display name, not unique.
    name: str
    #: A shell command. {name} is replaced by the quoted value of a parameter, {line} by the quoted line, {task}
    #: by the task index; {{ and }} are literal braces.
    command: str
    taskList: Union[WorkOrderTaskListCount, WorkOrderTaskListSweep, WorkOrderTaskListZip, WorkOrderTaskListLines]
    inputs: List[WorkOrderInputsItem]
    #: Patterns of result files: paths with * and ?, and ** for any number of folders.
    outputs: List[str]
    #: The number of processors of a task.
    width: int
    #: The upper estimate of one task's run time.
    runtimeMillis: int
    #: How often a failed task is repeated.
    retries: int


class WorkOrder(_WorkOrderRequired, total=False):
    #: The tasks of the list that belong to the bag, if not all.
    only: Optional[TaskRanges]
    #: A shell command that a provider runs once before it makes offers, if its owner allows it. It prints a
    #: line TASK SECONDS for each sampled task. The offers are then based on these times instead of
    #: runtimeMillis, which remains the time limit of a task.
    profiler: Optional[str]
    options: Optional[TaskOptions]
    resources: Optional[TaskResources]
    #: Data that providers have, which is not uploaded: site:DATASET or site:DATASET/PATH. Only providers that
    #: have it make offers.
    siteInputs: Optional[List[str]]
    #: More input files: packs of small ones, which are sent, stored and fetched as one file each. All packs
    #: together have at most 200,000 files.
    inputPacks: Optional[List[InputPack]]
    results: Optional[ResultOptions]


class NotificationChoice(TypedDict, total=False):
    #: All events of bags that you are notified of, also by channels that are not for them; of nothing, if it is
    #: empty; null, or left out, for the events of each channel.
    events: Optional[List[Literal["promised", "late", "promise-broken", "tasks-failed", "done", "ended", "budget"]]]
    #: The names of your confirmed channels that are notified; null, left out or empty for all.
    channels: Optional[List[str]]


class _SubmissionRequired(TypedDict):
    work: WorkOrder


class Submission(_SubmissionRequired, total=False):
    deadline: Optional[Instant]
    budget: Optional[Money]
    quoteFirst: bool
    optimise: Optional[Literal["cost", "time"]]
    #: auction: the bag bids and waits to be matched with providers. It must have at most 10,000 tasks, a
    #: deadline and a valuation, and no budget. share: providers are called immediately, and at time-shared
    #: providers the bag bids for its parts; it must have a budget. If it is left out, providers are called
    #: immediately, and time-shared providers make no offers.
    mechanism: Optional[Union[Literal["auction"], Literal["share"]]]
    #: The fixed bid per minute of a bag with the mechanism share. If it is left out, the server bids as the
    #: deadline requires and the budget allows.
    bidPerMinute: Optional[Money]
    #: local: only providers that share an organisation with you are called, until half of the time to the
    #: deadline is over; the bag must have a deadline. global, or left out: all providers are called.
    domain: Optional[Union[Literal["local"], Literal["global"]]]
    #: What a bag in the auction is worth to you. Its price never exceeds it.
    valuation: Optional[Money]
    #: Instead of a deadline: how urgent the bag is, from 0 (the earliest end that the offers allow) to 1 (the
    #: end of the cheapest composition of the offers). The deadline is set when the offers are known; with
    #: quoteFirst, the time to accept is added. Not with a mechanism or the domain local.
    deadlineFactor: Optional[Factor]
    #: Instead of a budget: how much the bag may cost, from 0 (the lowest price that the offers allow) to 1 (the
    #: price of the earliest end). The budget is set when the offers are known. Not with a mechanism or the
    #: domain local.
    budgetFactor: Optional[Factor]
    #: How long the bag and its results are kept after its end, in days, hours, minutes and seconds, such as 30d
    #: or 1d12h; null for as long as the market keeps bags. The operator sets the longest time.
    keep: Optional[str]
    #: The project whose shared budget pays for the bag. If it is left out, you pay.
    project: Optional[ProjectId]
    #: Of what you are notified. If it is left out, your notification channels say it. A retry is as the first
    #: bag.
    notify: Optional[NotificationChoice]


class Acceptance(TypedDict):
    by: Instant
    price: Money

BagState = Literal["bidding", "calling", "quoted", "reserving", "held", "committing", "running", "done", "no-promise", "unmatched", "declined", "cancelled", "stopped", "given-up"]


class BagFailedItem(TypedDict):
    #: 0 if outputs are missing, and the bag requires them; 256 if the memory was exceeded.
    exitCode: int
    count: int
    #: The runtime in the bag file, if the tasks were stopped at the limit that it sets (exit code 124).
    runtimeSeconds: Optional[float]
    #: Truncated if there are very many.
    tasks: TaskRanges


class BagMissingOutput(TypedDict):
    count: int
    #: Truncated if there are very many.
    tasks: TaskRanges


class BagPromisePartsItem(TypedDict):
    provider: str
    tasks: int
    by: Instant
    price: Money
    done: int
    #: Whether the provider reserves processors for it.
    firm: bool


class BagPromise(TypedDict):
    by: Instant
    price: Money
    parts: List[BagPromisePartsItem]


class BagQuoteAlternative(TypedDict):
    by: Instant
    price: Money


class BagQuote(TypedDict):
    by: Instant
    #: When the providers expect to be done, which is often before the promised time.
    expected: Instant
    price: Money
    #: How much of the price hosts ask of users who share no organisation with them.
    surcharge: Optional[Money]
    expires: Instant
    #: Another quote that you may accept: the cheapest composition that meets the deadline but exceeds the
    #: budget. The quote itself is then the earliest end within the budget.
    alternative: Optional[BagQuoteAlternative]


class BagBreach(TypedDict):
    cause: str
    provider: str
    promised: Instant
    ended: Instant


class FailedAttemptsLatestItem(TypedDict):
    taskIndex: int
    #: 1 for the first attempt.
    attempt: int
    exitCode: int
    provider: str
    #: The end of its error output, at most 2,048 characters.
    stderr: str


class FailedAttempts(TypedDict):
    #: How many attempts have failed.
    count: int
    #: How many tasks have failed at least once.
    tasks: int
    #: At most five of the latest, the last one first.
    latest: List[FailedAttemptsLatestItem]


class Bag(TypedDict):
    id: str
    name: str
    state: BagState
    tasks: int
    #: The number of tasks with a result, with any exit code.
    done: int
    failed: List[BagFailedItem]
    #: The tasks that exited with 0, but whose outputs are not all in their results; out-refused in the results
    #: says why. If the bag requires outputs, they are in failed too.
    missingOutput: Optional[BagMissingOutput]
    #: With a deadline factor, null until the deadline is set.
    deadline: Optional[Instant]
    #: With a budget factor, null until the budget is set.
    budget: Optional[Money]
    #: The valuation, if the bag bids in the auction.
    valuation: Optional[Money]
    #: The project whose shared budget pays for the bag; null if its user pays.
    project: Optional[ProjectId]
    promise: Optional[BagPromise]
    #: The quote that waits for your acceptance.
    quote: Optional[BagQuote]
    #: The expected end of the bag.
    forecast: Optional[Instant]
    #: How the promise was broken.
    breach: Optional[BagBreach]
    #: The amount that providers were paid so far.
    paid: Money
    submitted: Instant
    ended: Optional[Instant]
    version: int
    worstExitCode: Optional[int]
    #: Attempts at tasks that have failed, as providers report them while the tasks run; also of tasks that are
    #: being retried or have succeeded since. Null if none is known.
    failedAttempts: Optional[FailedAttempts]


class DeletionSiteResults(TypedDict):
    """Results that stay at the site, as the bag file says. Only the owner of the provider can delete them."""

    #: Such as `site:scratch/run1/BAG`.
    folder: str
    #: The providers that ran parts of the bag.
    providers: List[str]


class Deletion(TypedDict):
    """What remains of a deleted bag."""

    id: str
    #: The providers that may still hold data of the bag. A provider is listed until its agent has confirmed the
    #: deletion.
    providers: List[str]
    #: Results that stay at the site, as the bag file says. Only the owner of the provider can delete them.
    siteResults: Optional[DeletionSiteResults]
    #: The number of transfers for the bag that stay in accounts.
    transfers: int

Scope = Literal["read", "submit", "admin"]


class TokensTokensItem(TypedDict):
    #: Null for the token that the operator created.
    name: Optional[str]
    scope: Scope
    #: Null if it is not known.
    created: Optional[Instant]
    #: Null if it does not expire.
    expires: Optional[Instant]
    #: When it was last used, within 10 minutes; null if never.
    used: Optional[Instant]


class Tokens(TypedDict):
    tokens: List[TokensTokensItem]

NotificationEvent = Literal["promised", "late", "promise-broken", "tasks-failed", "done", "ended", "budget", "project-budget"]


class _NewNotificationChannelRequired(TypedDict):
    name: str


class NewNotificationChannel(_NewNotificationChannelRequired, total=False):
    #: Of a webhook: https, with a public address or one that the operator allows.
    url: str
    email: str
    #: Of what the channel is notified; of everything, if it is left out.
    events: List[NotificationEvent]


class AddedNotificationChannel(TypedDict):
    name: str
    #: Of a webhook, for its signatures. It is not shown again.
    secret: Optional[str]


class NotificationCode(TypedDict):
    code: str


class NotificationChannel(TypedDict):
    name: str
    kind: Literal["webhook", "email"]
    #: A URL or an e-mail address.
    address: str
    events: List[NotificationEvent]
    #: Nothing is sent to an address before its code was entered.
    confirmed: bool
    created: Instant
    #: How many notifications have not been delivered.
    waiting: int
    #: When one was delivered; null if none was in the last 7 days.
    delivered: Optional[Instant]
    #: Why the last attempt failed.
    error: Optional[str]


class NotificationChannels(TypedDict):
    channels: List[NotificationChannel]


class NotificationDelivery(TypedDict):
    #: The same in all attempts and for all channels: the header webhook-id.
    id: str
    #: An event, or test, or confirm for the mail with a code.
    event: str
    bag: Optional[str]
    state: Literal["waiting", "delivered", "given-up"]
    time: Instant
    attempts: int
    #: When it was delivered or given up.
    ended: Optional[Instant]
    #: Of the last attempt.
    error: Optional[str]


class NotificationDeliveries(TypedDict):
    deliveries: List[NotificationDelivery]


class _NewTokenRequired(TypedDict):
    name: str
    scope: Scope


class NewToken(_NewTokenRequired, total=False):
    #: When the token becomes invalid; never, or with the creating token, if it is left out.
    expires: Instant

Role = Literal["user", "operator", "auditor"]


class User(TypedDict):
    user: str
    role: Role
    #: What the token allows.
    scope: Literal["read", "submit", "admin"]
    #: Whether requests that manage the market are allowed: the role is `operator`, and the token has the scope
    #: `admin` or is of a login.
    mayOperate: bool


class UserQuotas(TypedDict, total=False):
    """What a user may use at the same time; null where the market's quotas hold."""

    openBags: Optional[int]
    openTasks: Optional[int]
    #: Of the inputs and results of the user's bags.
    storedBytes: Optional[int]
    #: To each server.
    requestsPerSecond: Optional[int]
    #: To each server.
    eventStreams: Optional[int]


class ManagedUser(TypedDict):
    user: str
    role: Role
    #: Whether the user has a token or can log in.
    access: bool
    #: In credits.
    balance: str
    #: How many the user has submitted.
    bags: int
    lastBag: Optional[str]
    organisations: List[str]
    quotas: UserQuotas


class ManagedUsers(TypedDict):
    users: List[ManagedUser]


class _NewUserRequired(TypedDict):
    user: str


class NewUser(_NewUserRequired, total=False):
    role: Role
    organisations: List[str]


class AddedUser(TypedDict):
    user: str
    token: str


class NewRole(TypedDict):
    role: Role


class Organisations(TypedDict):
    organisations: List[str]


class _IncomeRequired(TypedDict):
    #: In credits; 0 ends the income.
    amount: str


class Income(_IncomeRequired, total=False):
    #: The interval, such as 30d or 12h; at least 1m. Required unless the amount is 0.
    every: str


class ManagedProvider(TypedDict):
    provider: str
    state: Literal["added", "connected", "offline", "revoked"]
    #: Parts that it completed in time.
    kept: int
    #: Promises that were broken because of it.
    late: int
    organisations: List[str]


class ManagedProviders(TypedDict):
    providers: List[ManagedProvider]


class _NewProviderRequired(TypedDict):
    provider: str


class NewProvider(_NewProviderRequired, total=False):
    #: How long the token is valid.
    hours: int
    organisations: List[str]


class AddedProvider(TypedDict):
    provider: str
    token: str


class Certificate(TypedDict):
    provider: str
    serial: str
    state: Literal["unused", "active", "replaced", "revoked"]
    issued: str
    expires: str


class Certificates(TypedDict):
    certificates: List[Certificate]


class RevokedCertificate(TypedDict):
    provider: str


class ManagedAccount(TypedDict):
    #: Such as user:ada or provider:north; hold:BAG has money on hold, and market is the source of deposits.
    account: str
    balance: str
    #: How far below zero the balance may fall; null without limit.
    creditLimit: Optional[str]
    #: Whether the balance equals the sum of the entries.
    consistent: bool


class ManagedAccounts(TypedDict):
    accounts: List[ManagedAccount]
    #: Of all balances; 0 if the ledger is consistent.
    sum: str


class Deposit(TypedDict):
    #: In credits, such as 100; negative to withdraw.
    amount: str


class CreditLimit(TypedDict):
    #: In credits, such as 50; none for no limit.
    limit: str


class OwnedBag(TypedDict):
    user: str
    bag: Bag


class OwnedBags(TypedDict):
    bags: List[OwnedBag]
    next: Optional[str]


class CancelReason(TypedDict):
    reason: str


class AuditEntry(TypedDict):
    number: int
    at: str
    #: Such as `user ada`.
    actor: str
    address: str
    #: Such as `POST /v1/bags`.
    action: str
    target: str
    #: `done`, or why not.
    result: str
    #: Of this entry and the one before.
    hash: str


class AuditEntries(TypedDict):
    entries: List[AuditEntry]
    next: Optional[str]


class Session(TypedDict):
    #: Its name; null if users have tokens only.
    identityProvider: Optional[str]
    #: Where a browser logs in; null if users have tokens only.
    loginUrl: Optional[str]
    #: Null without a login in this browser.
    user: Optional[str]


class DeviceLogin(TypedDict):
    #: The secret for the result.
    login: str
    userCode: str
    #: Where the person enters the code.
    verificationUrl: str
    #: The same page with the code.
    completeUrl: Optional[str]
    #: How often to ask for the result.
    intervalSeconds: float
    #: For how long the login can be completed.
    validSeconds: float


class DeviceLoginSecret(TypedDict):
    login: str


class DeviceLoginResult(TypedDict):
    #: Of the session; it allows what the scope submit allows.
    token: Optional[str]
    user: Optional[str]
    expires: Optional[str]
    #: When to ask again.
    intervalSeconds: float


class Logout(TypedDict):
    #: A page of the identity provider; null if there is none to visit.
    continueAt: Optional[str]


class CreatedToken(TypedDict):
    token: str


class AccountHoldsItem(TypedDict):
    bag: str
    name: str
    amount: Money


class AccountEntriesItem(TypedDict):
    at: Instant
    #: hold moves money from the balance to a hold and release moves it back; charge pays a provider from a
    #: hold; penalty is paid by a provider that broke its promise; deposit and withdrawal are made by the
    #: operator.
    kind: Literal["deposit", "withdrawal", "hold", "charge", "release", "penalty"]
    #: In credits; negative if you paid.
    amount: str
    #: The balance after this entry. A charge does not change it.
    balance: str
    bag: Optional[str]
    #: The bag's name.
    name: Optional[str]
    provider: Optional[str]
    #: How much of a charge the host asks of users who share no organisation with it.
    surcharge: Optional[Money]


class Account(TypedDict):
    #: In credits; negative if you owe them.
    balance: str
    #: How far below zero the balance may fall; null if there is no limit.
    creditLimit: Optional[Money]
    #: Money held for bags. It is not part of the balance.
    holds: List[AccountHoldsItem]
    entries: List[AccountEntriesItem]
    next: Optional[str]


class SharesSharesItem(TypedDict):
    bag: str
    name: str
    provider: str
    tasks: int
    #: The number of results that have arrived.
    done: int
    placed: Instant
    ended: Optional[Instant]
    #: In credits: the present or last bid.
    bidPerMinute: str
    #: In credits: what the host was paid for the bag so far.
    paid: str


class Shares(TypedDict):
    shares: List[SharesSharesItem]


class HoldSizesItem(TypedDict):
    tasks: int
    by: Instant
    price: Money


class Hold(TypedDict):
    bag: Bag
    #: Offers, from few tasks to all.
    sizes: List[HoldSizesItem]
    #: When the capacity is released, if it is held.
    heldUntil: Optional[str]


class BagPage(TypedDict):
    bags: List[Bag]
    next: Optional[str]


class ConsideredOffer(TypedDict):
    provider: str
    tasks: int
    by: Instant
    pricePerTask: Money
    usedTasks: int
    unusedReason: Optional[str]
    #: How much of the price the host asks of users who share no organisation with it. Null for an unused offer,
    #: of which only the price is stored.
    surchargePerTask: Optional[Money]


class Bound(TypedDict):
    by: Instant
    price: Money


class ExplanationHistoryItemLimits(TypedDict):
    earliest: Bound
    cheapest: Bound
    deadline: Optional[Instant]
    budget: Optional[Money]


ExplanationHistoryItem = TypedDict(
    "ExplanationHistoryItem",
    {
        "at": Instant,
        "event": str,
        "providers": List[str],
        "from": Optional[Instant],
        "by": Optional[Instant],
        "reason": Optional[str],
        "limits": Optional[ExplanationHistoryItemLimits],
    },
)


class ExplanationUnsuitableItem(TypedDict):
    provider: str
    reason: str


class Explanation(TypedDict):
    #: The number of calls for the bag so far.
    calls: int
    #: The providers of the latest call.
    called: List[str]
    #: How many other providers could have been called by the latest call.
    notCalled: int
    #: The called providers that have not replied.
    silent: List[str]
    offers: List[ConsideredOffer]
    #: The history of the bag, oldest event first. Fields that do not apply to an event are null.
    history: List[ExplanationHistoryItem]
    #: The processors of one task.
    processors: int
    noPromiseReason: Optional[str]
    #: What the bag would cost, if the account that pays for it cannot cover that.
    noPromisePrice: Optional[Money]
    #: Which resource no called provider has, and how much each of them has.
    missingResource: Optional[str]
    #: The called providers at which no task can run, and what each of them does not have.
    unsuitable: List[ExplanationUnsuitableItem]


class PartsPartsItemArrivalsItem(TypedDict):
    at: Instant
    tasks: int


class PartsPartsItem(TypedDict):
    provider: str
    tasks: int
    #: When the part was placed.
    placed: Instant
    #: The promised end.
    by: Instant
    #: The end that the provider expects, if it has reported one.
    expected: Optional[Instant]
    #: When the last task ended, once all results have arrived.
    ended: Optional[Instant]
    #: When the part was lost.
    lost: Optional[Instant]
    #: Why the part was lost.
    lostCause: Optional[str]
    #: When the provider refused the part after the reservation.
    refused: Optional[Instant]
    #: Cumulative numbers of results over time; thinned out if there are many.
    arrivals: List[PartsPartsItemArrivalsItem]


class Parts(TypedDict):
    parts: List[PartsPartsItem]


class Composition(TypedDict):
    #: The composition policy, such as plb; budget if a budget is given.
    policy: Optional[str]
    #: When the bag would be done if it were reserved now; null if the offers do not cover the bag.
    by: Optional[Instant]
    price: Money
    meetsDeadline: bool
    withinBudget: bool
    #: The number of tasks without an offer.
    unplacedTasks: int
    #: As in Explanation.
    offers: List[ConsideredOffer]


TaskCells = TypedDict(
    "TaskCells",
    {
        "version": int,
        "tasks": int,
        "only": Optional[TaskRanges],
        "from": int,
        "until": int,
        "cellTasks": int,
        "runs": List[List[int]],
    },
)


class TaskKeptItem(TypedDict):
    path: str
    bytes: int


class Task(TypedDict):
    taskIndex: int
    state: Literal["succeeded", "succeeded-missing-output", "failed", "placed", "open", "not-done"]
    exitCode: Optional[int]
    #: The provider that ran the task or has it.
    provider: Optional[str]
    #: The shell command; null if it depends on a line of a file.
    command: Optional[str]
    #: The pack that contains its result.
    pack: Optional[Digest]
    #: How many attempts its provider made.
    attempts: Optional[int]
    #: Start of the last attempt, by the provider's clock.
    started: Optional[str]
    #: End of the last attempt, by the provider's clock.
    ended: Optional[str]
    #: The most memory that the last attempt used; null if it was not measured.
    peakMemoryBytes: Optional[int]
    #: Outputs that were too large for the results, and that the provider keeps for some days.
    kept: List[TaskKeptItem]


class BagStatsRequested(TypedDict):
    processors: int
    #: The memory of the first attempt, and of each attempt after the memory was exceeded; empty if none is
    #: requested.
    memoryMib: List[int]
    #: The user's estimate.
    runtimeSeconds: float


class BagStatsMemory(TypedDict):
    #: The number of measured tasks.
    tasks: int
    maxBytes: int
    medianBytes: int
    #: 95 % of the tasks used at most this much.
    p95Bytes: int


class BagStatsRuntime(TypedDict):
    #: The number of measured tasks.
    tasks: int
    maxSeconds: float
    medianSeconds: float
    #: 95 % of the tasks ran at most this long.
    p95Seconds: float


class BagStatsWarningsMemory(TypedDict):
    requestedBytes: int
    #: The most that these tasks used.
    maxBytes: int
    #: The number of measured tasks.
    tasks: int


class BagStatsWarningsRuntime(TypedDict):
    requestedSeconds: float
    #: The longest run of these tasks.
    maxSeconds: float
    #: The number of measured tasks.
    tasks: int


class BagStatsWarnings(TypedDict):
    """Requests of at least twice what at least 20 of the user's latest tasks with the same command used."""

    memory: Optional[BagStatsWarningsMemory]
    runtime: Optional[BagStatsWarningsRuntime]


class BagStats(TypedDict):
    tasks: int
    #: The number of tasks that have a result.
    endedTasks: int
    requested: BagStatsRequested
    #: The peak memory of the measured tasks; null if there are none.
    memory: Optional[BagStatsMemory]
    #: The run times of the measured tasks; null if there are none.
    runtime: Optional[BagStatsRuntime]
    #: The number of attempts that exceeded their memory.
    outOfMemory: int
    #: Requests of at least twice what at least 20 of the user's latest tasks with the same command used.
    warnings: BagStatsWarnings


class Provider(TypedDict):
    id: str
    #: Whether the agent of the provider has ever enrolled.
    enrolled: bool
    connected: bool
    #: The number of parts that ended in time.
    kept: int
    #: The number of late parts.
    late: int
    #: The median lateness of late parts.
    medianLateSeconds: float
    #: The number of promises in which it has a part.
    won: int
    #: The number of promises for which its offers were not used.
    lost: int
    #: The lateness of late parts, most recent first.
    lateSeconds: List[float]


class PacksPacksItemOutcomesItem(TypedDict):
    exitCode: int
    tasks: TaskRanges
    #: Whether the tasks exited with 0 but outputs are missing.
    missingOutput: bool


class PacksPacksItem(TypedDict):
    digest: Digest
    tasks: TaskRanges
    bytes: int
    #: The provider that ran the tasks.
    provider: str
    #: When the server stored the pack.
    received: str
    outcomes: List[PacksPacksItemOutcomesItem]


class Packs(TypedDict):
    #: The task indexes of the bag, if it is a subset of its task list (a retry): in the packs the first of them
    #: is task 0, the second task 1, and so on.
    only: Optional[TaskRanges]
    #: Identifies the work order; a bag and its retries have the same.
    work: Digest
    packs: List[PacksPacksItem]
    more: bool


class Digests(TypedDict):
    digests: List[Digest]


class MissingDigests(TypedDict):
    digests: List[Digest]
    #: The largest input file that this market stores.
    maxFileBytes: int
    #: Whether large files can be sent directly to an object store.
    directUploads: bool
    #: Whether many small files can be sent in one request. Earlier versions of the server leave it out.
    smallFiles: bool
    #: Whether work orders can have input packs. Earlier versions of the server leave it out.
    inputPacks: bool


class OutputsOutputsItem(TypedDict):
    #: Its index in the task list.
    task: int
    #: In the task's folder.
    path: str
    digest: Digest
    bytes: int


class Outputs(TypedDict):
    outputs: List[OutputsOutputsItem]
    #: The cursor of the next page; null if this is the last one.
    next: Optional[str]


class OutputUrl(TypedDict):
    url: str


class UploadRequest(TypedDict):
    #: The size of the file.
    bytes: int


class UploadSentItem(TypedDict):
    #: From 1.
    part: int
    tag: str


class Upload(TypedDict):
    #: Whether you have the file. Otherwise send the parts that are not in `sent`, then complete it.
    complete: bool
    #: The size of each part but the last.
    partBytes: int
    #: The parts that the store has.
    sent: List[UploadSentItem]


class PartRange(TypedDict):
    firstPart: int
    parts: int


class PartUrls(TypedDict):
    urls: List[str]


class PartTags(TypedDict):
    #: The tags of all parts, beginning with part 1.
    tags: List[str]


class ProvidersProvidersItem(TypedDict):
    id: str
    #: Whether the agent of the provider has ever enrolled.
    enrolled: bool
    connected: bool
    #: The number of parts that ended in time.
    kept: int
    #: The number of late parts.
    late: int
    #: The median lateness of late parts.
    medianLateSeconds: float
    #: To which it belongs.
    organisations: List[str]


class Providers(TypedDict):
    providers: List[ProvidersProvidersItem]


class AuctionClearingsItemAsksItem(TypedDict):
    provider: str
    processors: int
    pricePerProcessorHour: Money
    #: null if no processor is free.
    ask: Optional[float]


class AuctionClearingsItemMatchesItem(TypedDict):
    """Tasks of a bag that were matched with a provider. A bag may have several matches."""

    bag: str
    #: null if the bag is not yours.
    name: Optional[str]
    tasks: int
    #: Of these tasks together.
    processors: int
    bid: float
    provider: str
    ask: float
    #: The latest start.
    start: Instant


class Bid(TypedDict):
    bag: str
    #: null if the bag is not yours.
    name: Optional[str]
    processors: int
    valuation: Money
    deadline: Instant
    bid: Optional[float]


class AuctionClearingsItem(TypedDict):
    at: Instant
    #: The clearing policy.
    policy: str
    #: The asks of the providers that took part, lowest first.
    asks: List[AuctionClearingsItemAsksItem]
    matches: List[AuctionClearingsItemMatchesItem]
    #: The bids that keep waiting, highest first; at most 1000.
    waiting: List[Bid]
    #: The bids whose deadline no provider can meet any more; their bags have ended.
    infeasible: List[Bid]


class Auction(TypedDict):
    clearings: List[AuctionClearingsItem]


class Problem(TypedDict):
    type: Literal["about:blank"]
    title: str
    status: int
    #: What is wrong, with the value.
    detail: str
    #: What to do next.
    advice: str
