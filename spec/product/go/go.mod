module lectern.example/product

go 1.22
