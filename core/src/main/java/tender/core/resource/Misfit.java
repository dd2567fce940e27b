package tender.core.resource;

import java.util.SortedSet;

/** The reason for which a task can run on no node of a cluster, or on too few of them. */
public sealed interface Misfit {

  /** A sentence for users, without a final period: what is requested, and what the cluster has. */
  String text();

  /** The provider plans only processors, and can promise nothing else. */
  record NodesNotManaged() implements Misfit {
    @Override
    public String text() {
      return "only processors can be requested here";
    }
  }

  /** No node has this feature together with the other required ones. */
  record MissingFeature(String feature, boolean onOtherNodes) implements Misfit {
    public MissingFeature {
      ResourceNames.require(feature, "A missing feature");
    }

    @Override
    public String text() {
      return onOtherNodes
          ? "no node has feature " + feature + " together with the other required features"
          : "no node has feature " + feature;
    }
  }

  /**
   * No node with the required features has GPUs of this type.
   *
   * @param available the types that such nodes have
   */
  record MissingGpuType(String gpuType, SortedSet<String> available) implements Misfit {
    public MissingGpuType {
      ResourceNames.require(gpuType, "A missing GPU type");
      available = ResourceNames.sorted(available, "A GPU type");
    }

    @Override
    public String text() {
      return "no suitable node has GPUs of type "
          + gpuType
          + (available.isEmpty() ? "" : ", only " + String.join(", ", available));
    }
  }

  /**
   * No node that has everything else has enough of one resource.
   *
   * @param suitableMost the most that a node has that has the other required properties
   * @param clusterMost the most that any node has; it may be enough
   */
  record TooLittle(Resource resource, int requested, int suitableMost, int clusterMost)
      implements Misfit {
    @Override
    public String text() {
      return resource.text(requested)
          + " per node requested, at most "
          + resource.text(suitableMost)
          + (suitableMost == clusterMost ? "" : " on nodes with the other requested resources");
    }
  }

  /** The task runs on more nodes than the cluster has of a suitable kind. */
  record TooFewNodes(int requested, int suitable) implements Misfit {
    @Override
    public String text() {
      return requested + " nodes requested, only " + suitable + " suitable";
    }
  }

  /** The provider does not have a dataset that the task needs. */
  record MissingDataset(String dataset) implements Misfit {
    public MissingDataset {
      ResourceNames.require(dataset, "A missing dataset");
    }

    @Override
    public String text() {
      return "does not have dataset " + dataset;
    }
  }

  /**
   * The provider has the dataset, but not the file or folder in it that the task needs.
   *
   * @param path relative to the dataset's folder
   */
  record MissingPath(String dataset, String path) implements Misfit {
    private static final int MAX_LENGTH = 2_048;

    public MissingPath {
      ResourceNames.require(dataset, "The dataset of a missing path");
      if (path.isEmpty() || path.length() > MAX_LENGTH) {
        throw new IllegalArgumentException(
            "A missing path of dataset "
                + dataset
                + " has "
                + path.length()
                + " characters, and must have from 1 to "
                + MAX_LENGTH
                + ".");
      }
      // The text is shown on terminals.
      if (path.chars().anyMatch(Character::isISOControl)) {
        throw new IllegalArgumentException(
            "A missing path of dataset " + dataset + " contains a control character.");
      }
    }

    @Override
    public String text() {
      return "dataset " + dataset + " does not have " + path;
    }
  }

  /** The provider does not let outputs stay in a folder of this name. */
  record MissingResultFolder(String folder) implements Misfit {
    public MissingResultFolder {
      ResourceNames.require(folder, "A missing folder for results");
    }

    @Override
    public String text() {
      return "does not let results stay in " + folder;
    }
  }
}
