package tender.architecture.planted.cycle.first;

import tender.architecture.planted.cycle.second.DependsOnFirst;

public record DependsOnSecond(DependsOnFirst from) {}
