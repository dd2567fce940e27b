package tender.architecture.planted.cycle.second;

import tender.architecture.planted.cycle.first.DependsOnSecond;

public record DependsOnFirst(DependsOnSecond from) {}
