/** A program with the client in Python. Its arguments are the URL, the key and the card. */
export const pythonPayment = `import sys
import payloom
from payloom.api.payments_api import PaymentsApi

url, key, card = sys.argv[1:]
configuration = payloom.Configuration(host=url)
configuration.access_token = key
payments = PaymentsApi(payloom.ApiClient(configuration))
order = payloom.CreatePayment(
    amount="1250", currency="EUR", type="one_off", payment_instrument=card
)
created = payments.create_payment("python-1", order)
print(payments.retrieve_payment(created.id).status)
`

/** The same program in Go. */
export const goPayment = `package main

import (
	"context"
	"fmt"
	"os"
	"payloom"
)

func main() {
	configuration := payloom.NewConfiguration()
	configuration.Servers[0].URL = os.Args[1]
	client := payloom.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), payloom.ContextAccessToken, os.Args[2])
	order := payloom.NewCreatePayment("1250", "EUR", "one_off")
	order.SetPaymentInstrument(os.Args[3])
	creating := client.PaymentsApi.CreatePayment(ctx).IdempotencyKey("go-1").CreatePayment(*order)
	created, _, err := creating.Execute()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	found, _, err := client.PaymentsApi.RetrievePayment(ctx, created.Id).Execute()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(found.Status)
}
`

const annotation = (name: string): string => `package io.swagger.annotations;

public @interface ${name} {
  String value() default "";
  String description() default "";
  boolean required() default false;
  String example() default "";
}
`

const module = "com.fasterxml.jackson.databind.module.SimpleModule"

const emptyModule = (of: string, name: string): string =>
  `package ${of};\n\npublic class ${name} extends ${module} {}\n`

/** Declarations of the libraries that Debian does not package, by their paths. */
export const javaStandIns: Readonly<Record<string, string>> = {
  "stand-ins/ApiModel.java": annotation("ApiModel"),
  "stand-ins/ApiModelProperty.java": annotation("ApiModelProperty"),
  "stand-ins/JavaTimeModule.java": emptyModule(
    "com.fasterxml.jackson.datatype.jsr310",
    "JavaTimeModule"
  ),
  "stand-ins/JsonNullableModule.java": emptyModule(
    "org.openapitools.jackson.nullable",
    "JsonNullableModule"
  ),
  "stand-ins/JsonNullable.java": `package org.openapitools.jackson.nullable;

public class JsonNullable<T> {
  public static <T> JsonNullable<T> undefined() { return new JsonNullable<T>(); }
  public static <T> JsonNullable<T> of(T value) { return new JsonNullable<T>(); }
  public boolean isPresent() { return false; }
  public T get() { return null; }
  public T orElse(T other) { return other; }
}
`
}
