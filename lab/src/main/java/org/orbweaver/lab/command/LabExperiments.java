package org.orbweaver.lab.command;

import java.util.List;
import org.orbweaver.shell.Experiments;

/** All of them. */
public final class LabExperiments implements Experiments {
  @Override
  public List<Class<?>> commands() {
    return List.of(
        WireCommand.class,
        CalibrateCommand.class,
        AnswersCommand.class,
        LookupsCommand.class,
        TimeoutsCommand.class,
        HarvestCommand.class,
        AttacksCommand.class,
        ServeCommand.class,
        WorldSpeedCommand.class,
        LoopbackCensusCommand.class,
        SpliderCommand.class,
        ChaosCommand.class,
        FoesCommand.class,
        TrustLabCommand.class,
        OverlayCommand.class,
        LinksCommand.class,
        ClusterCommand.class,
        ThreadsCommand.class,
        SuspectsCommand.class,
        DayCommand.class,
        SessionsCommand.class,
        SearchCommand.class,
        WebcrawlCommand.class,
        WebspeedCommand.class,
        ArchiveYearsCommand.class,
        ArchiveIndexCommand.class,
        ArchiveLeaksCommand.class,
        ArchiveOddCommand.class,
        ArchivePixelsCommand.class,
        ArchivePywbCommand.class,
        ArchiveSearchLabCommand.class,
        ArchiveWaczCommand.class,
        FilterCommand.class,
        IndexLabCommand.class,
        PlanCommand.class,
        RoundsCommand.class,
        SwarmExportCommand.class,
        SwarmLinksCommand.class,
        UpSoakCommand.class);
  }
}
