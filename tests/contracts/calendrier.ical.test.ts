import { createCalendrier } from "#adapters/ical/calendrier.ts";
import { calendrierContract } from "./calendrier.contract.ts";

calendrierContract("calendars made with ical-generator", createCalendrier);
