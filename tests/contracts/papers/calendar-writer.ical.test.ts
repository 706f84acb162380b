import { createCalendarWriter } from "#adapters/ical/calendar-writer.ts";
import { calendarWriterContract } from "./calendar-writer.contract.ts";

calendarWriterContract("calendars made with ical-generator", createCalendarWriter);
