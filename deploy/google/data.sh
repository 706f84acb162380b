# shellcheck shell=sh
# Services, an alert about costs, the database and the bucket.

SERVICES='run cloudbuild artifactregistry firestore firebaserules firebasestorage identitytoolkit secretmanager
  cloudscheduler billingbudgets'

services() {
  enabled=$(look services list --enabled '--format=value(config.name)') || enabled=
  missing=
  for service in $SERVICES; do
    printf '%s\n' "$enabled" | grep -qx "$service.googleapis.com" || missing="$missing $service.googleapis.com"
  done
  # shellcheck disable=SC2086
  [ -z "$missing" ] || change services enable $missing
}

# An alert, not a limit, in the currency of the billing account. One that is there is left as it is.
budget() {
  billed=$(billing billingAccountName) || billed=
  billed=${billed#billingAccounts/}
  found=$(look billing budgets list "--billing-account=$billed" "--filter=displayName=$PROJECT" '--format=value(name)') || found=
  [ -z "$found" ] || return 0
  if [ "$MIN_INSTANCES" = 0 ]; then amount=10; else amount=50; fi
  change billing budgets create "--billing-account=$billed" "--display-name=$PROJECT" "--budget-amount=$amount" \
    "--filter-projects=projects/$PROJECT" --threshold-rule=percent=0.5 --threshold-rule=percent=1.0
}

database() {
  state=$(look firestore databases describe '--database=(default)' \
    '--format=value(pointInTimeRecoveryEnablement,deleteProtectionState)' | tr '\t' ' ') || state=
  case $state in
    'POINT_IN_TIME_RECOVERY_ENABLED DELETE_PROTECTION_ENABLED') ;;
    '') change firestore databases create '--database=(default)' "--location=$DATA_REGION" --enable-pitr --delete-protection ;;
    *) change firestore databases update '--database=(default)' --enable-pitr --delete-protection ;;
  esac
  daily=$(look firestore backups schedules list '--database=(default)' '--format=value(name)') || daily=
  [ "$daily" ] || change firestore backups schedules create '--database=(default)' --recurrence=daily --retention=4w
}

# Deleted and replaced pictures can be had back for a month.
bucket() {
  kept=$(look storage buckets describe "gs://$BUCKET" '--format=value(soft_delete_policy.retentionDurationSeconds)') || kept=
  [ "$kept" = 2592000 ] || change storage buckets update "gs://$BUCKET" --soft-delete-duration=30d
}
