/** The contracts of all stores that need only documents. Accounts, inbox and pictures have files of their own. */
import { createCommitteeStore } from "#stores/committee.ts";
import { createEventStore } from "#stores/events.ts";
import { bankContract } from "#tests/contracts/bank/bank.contract.ts";
import { journalContract } from "#tests/contracts/bin/journal.contract.ts";
import { recycleBinContract } from "#tests/contracts/bin/recycle-bin.contract.ts";
import type { MakeDocuments } from "#tests/contracts/documents/documents.contract.ts";
import { dossiersContract } from "#tests/contracts/dossiers/dossiers.contract.ts";
import { takeDossierContract } from "#tests/contracts/dossiers/take-dossier.contract.ts";
import { mailsContract } from "#tests/contracts/mail/mails.contract.ts";
import { mailingsContract } from "#tests/contracts/mailings/mailings.contract.ts";
import { lostLinksContract } from "#tests/contracts/register/lost-links.contract.ts";
import { registerContract } from "#tests/contracts/register/register.contract.ts";
import { touchesContract } from "#tests/contracts/register/touches.contract.ts";
import { slotsContract } from "#tests/contracts/slots/slots.contract.ts";
import { cardsContract } from "./cards.contract.ts";
import { committeeContract } from "./committee.contract.ts";
import { eventStoreContract } from "./event-store.contract.ts";
import { SAMPLE_COMMITTEE, SAMPLE_EVENTS } from "./samples.ts";
import { settingsStoreContract } from "./settings-store.contract.ts";
import { textStoreContract } from "./text-store.contract.ts";
import { unknownFieldsContract } from "./unknown-fields.contract.ts";

export function storesContract(make: MakeDocuments): void {
  cardsContract("the committee", make, createCommitteeStore, SAMPLE_COMMITTEE);
  cardsContract("the events", make, createEventStore, SAMPLE_EVENTS);
  committeeContract(make);
  eventStoreContract(make);
  settingsStoreContract(make);
  textStoreContract(make);
  unknownFieldsContract(make);
  journalContract(make);
  recycleBinContract(make);
  registerContract(make);
  touchesContract(make);
  lostLinksContract(make);
  bankContract(make);
  slotsContract(make);
  dossiersContract(make);
  takeDossierContract(make);
  mailsContract(make);
  mailingsContract(make);
}
