package tender.nextflow;

import nextflow.plugin.BasePlugin;
import org.pf4j.PluginWrapper;

/** The plugin, which Nextflow loads by its manifest. */
public final class TenderPlugin extends BasePlugin {
  /** Called by the plugin system. */
  public TenderPlugin(PluginWrapper wrapper) {
    super(wrapper);
  }
}
