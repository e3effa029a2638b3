import java.io.FileInputStream;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.TreeSet;
import net.fortuna.ical4j.data.CalendarBuilder;
import net.fortuna.ical4j.model.Calendar;
import net.fortuna.ical4j.model.Period;
import net.fortuna.ical4j.model.component.VEvent;
import net.fortuna.ical4j.model.property.RecurrenceId;

/** Expands calendars of one series, given as path, from, to: a line of starts for each. */
public class Expand {
  public static void main(String[] args) throws Exception {
    for (int at = 0; at + 2 < args.length; at += 3) {
      String path = args[at];
      var from = ZonedDateTime.parse(args[at + 1]);
      var to = ZonedDateTime.parse(args[at + 2]);
      try (var in = new FileInputStream(path)) {
        Calendar calendar = new CalendarBuilder().build(in);
        var starts = new TreeSet<String>();
        for (VEvent event : calendar.<VEvent>getComponents("VEVENT")) {
          Temporal start = event.<Temporal>getStartDate().get().getDate();
          var changed = event.<RecurrenceId<Temporal>>getProperty("RECURRENCE-ID");
          // Changed dates stand behind their series; the library loses them in a group.
          if (changed.isPresent()) {
            if (!starts.remove(text(changed.get().getDate()))) throw new Exception("no such date");
            starts.add(text(start));
            continue;
          }
          boolean isDay = start instanceof LocalDate;
          var period = isDay ? new Period<>(from.toLocalDate(), to.toLocalDate()) : new Period<>(from, to);
          for (var one : event.calculateRecurrenceSet(period)) starts.add(text((Temporal) one.getStart()));
        }
        System.out.println(String.join("\t", "dates", path, String.join(",", starts)));
      } catch (Exception error) {
        System.out.println(String.join("\t", "error", path, error.toString().replace('\n', ' ')));
      }
    }
  }

  private static String text(Temporal time) {
    if (time instanceof LocalDate date) return date.toString();
    return String.valueOf(Instant.from(time).getEpochSecond());
  }
}
