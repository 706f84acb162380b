import { expect, it } from "vitest";
import { readConfig } from "#server/config.ts";

const FIREBASE = {
  BACKEND: "firebase",
  FIREBASE_PROJECT_ID: "jeunesse-saviese",
  FIREBASE_API_KEY: "AIza",
  FIREBASE_STORAGE_BUCKET: "jeunesse-saviese.firebasestorage.app",
};

const EMAILJS = {
  MAIL: "emailjs",
  EMAILJS_PUBLIC_KEY: "publique",
  EMAILJS_SERVICE_ID: "service",
  EMAILJS_TEMPLATE_CONTACT: "contact",
  EMAILJS_TEMPLATE_INSCRIPTION: "inscription",
};

it("without variables, all data and all mail is stored in the data folder", () => {
  expect(readConfig({})).toMatchObject({ port: 3000, backend: { by: "embedded" }, mail: { by: "outbox" } });
});

it("the configuration reads the variables of Firebase and of EmailJS", () => {
  expect(readConfig({ ...FIREBASE, ...EMAILJS, FIREBASE_ADMINS: "Anna@exemple.ch, leo@exemple.ch" })).toMatchObject({
    backend: {
      by: "firebase",
      projectId: "jeunesse-saviese",
      apiKey: "AIza",
      bucket: "jeunesse-saviese.firebasestorage.app",
      admins: ["anna@exemple.ch", "leo@exemple.ch"],
    },
    mail: {
      by: "emailjs",
      url: "https://api.emailjs.com",
      publicKey: "publique",
      privateKey: null,
      serviceId: "service",
      templates: { message: "contact", inscription: "inscription" },
    },
  });
});

it.each(Object.keys({ ...FIREBASE, ...EMAILJS }).filter((name) => !["BACKEND", "MAIL"].includes(name)))(
  "the configuration throws one line if %s is missing or empty",
  (name) => {
    for (const value of [undefined, ""])
      expect(() => readConfig({ ...FIREBASE, ...EMAILJS, [name]: value })).toThrow(
        new RegExp(`^Configuration: ${name} is needed when (?:BACKEND=firebase|MAIL=emailjs)$`),
      );
  },
);

it.each([
  "FIRESTORE_EMULATOR_HOST",
  "FIREBASE_AUTH_EMULATOR_HOST",
  "FIREBASE_STORAGE_EMULATOR_HOST",
  "X_EMULATOR_HOST",
])("the configuration refuses %s with a real project, and accepts it with a test project", (name) => {
  const env = { ...FIREBASE, [name]: "127.0.0.1:1" };
  expect(() => readConfig(env)).toThrow(new RegExp(`^Configuration: ${name} is for tests`));
  expect(() => readConfig({ ...env, FIREBASE_PROJECT_ID: "demo-saviese" })).not.toThrow();
});

it("the configuration reads an address in capitals and with a slash at its end", () => {
  expect(readConfig({ PUBLIC_URL: "HTTPS://Exemple.CH/" }).publicUrl).toBe("https://exemple.ch");
});

it.each([
  [{ PORT: "abc" }, "PORT"],
  [{ ADMIN_EMAIL: "a@b.ch", ADMIN_PASSWORD: "court" }, "ADMIN_PASSWORD must have at least 6 characters"],
  [{ ADMIN_PASSWORD: "tracteur-violon-nuage" }, "ADMIN_EMAIL is needed with ADMIN_PASSWORD"],
  [{ HSTS_SUBDOMAINS: "yes" }, "HSTS_SUBDOMAINS must be off or on"],
  [{ MAIL: "smtp" }, "SMTP_URL is needed when MAIL=smtp"],
  [{ SMTP_URL: "mail.exemple.ch" }, "SMTP_URL is no address"],
  [{ SMTP_URL: "https://exemple.ch" }, "SMTP_URL must start with smtp://"],
  [{ SMTP_URL: "smtps://" }, "SMTP_URL must start with smtp:// or smtps://, then name the mail server"],
  [{ SMTP_URL: "smtp:mail.exemple.ch" }, "SMTP_URL must start with smtp://"],
  [{ EMAILJS_URL: "api" }, "EMAILJS_URL"],
  [{ FIREBASE_ADMINS: "anna" }, "FIREBASE_ADMINS"],
  [{ MAIL: "pigeon" }, "MAIL must be outbox, smtp or emailjs"],
  [{ PUBLIC_URL: "jeunesse.ch" }, "PUBLIC_URL"],
  [{ ...FIREBASE, FIREBASE_STORAGE_BUCKET: "gs://jeunesse" }, "FIREBASE_STORAGE_BUCKET must be the name of a bucket"],
  [{ TRUST_PROXY: "yes" }, "TRUST_PROXY must be off"],
  [{ TRUST_PROXY: "11" }, "TRUST_PROXY must be off"],
])("the configuration throws one line for %j", (env, said) => {
  expect(() => readConfig(env)).toThrow(new RegExp(`^Configuration: [^\\n]*${said}[^\\n]*$`));
});
