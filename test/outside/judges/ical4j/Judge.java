import java.io.FileInputStream;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import net.fortuna.ical4j.data.CalendarBuilder;
import net.fortuna.ical4j.model.Calendar;
import net.fortuna.ical4j.model.component.VEvent;
import net.fortuna.ical4j.model.property.DtEnd;
import net.fortuna.ical4j.model.property.DtStart;

/** Reads and validates calendars: a line for each complaint and for each event. */
public class Judge {
  public static void main(String[] paths) throws Exception {
    for (String path : paths) {
      try (var in = new FileInputStream(path)) {
        Calendar calendar = new CalendarBuilder().build(in);
        for (var entry : calendar.validate().getEntries()) say("complaint", entry.getContext(), entry.getMessage());
        for (VEvent event : calendar.<VEvent>getComponents("VEVENT")) {
          DtStart<Temporal> start = event.<Temporal>getStartDate().get();
          var end = event.<Temporal>getEndDate(false);
          for (var entry : event.validate().getEntries()) say("complaint", entry.getContext(), entry.getMessage());
          say("event", event.getProperty("UID").get().getValue(), seconds(start.getDate()),
              end.isPresent() ? seconds(end.get().getDate()) : "",
              event.getProperty("SUMMARY").get().getValue());
        }
      }
    }
  }

  private static String seconds(Temporal time) {
    if (time instanceof LocalDate date) return date.toString();
    if (time instanceof ZonedDateTime zoned) return String.valueOf(zoned.toEpochSecond());
    return String.valueOf(Instant.from(time).getEpochSecond());
  }

  private static void say(String... parts) {
    System.out.println(String.join("\t", parts).replace('\n', ' '));
  }
}
